/** Jinja2: expressions with Python's meaning, and templates carried by Jinjava. */
@NullMarked
package dev.provision.template;

import org.jspecify.annotations.NullMarked;
