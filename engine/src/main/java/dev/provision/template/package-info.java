/** Jinja2: expressions with Python's meaning, and templates whose structure Jinjava reads. */
@NullMarked
package dev.provision.template;

import org.jspecify.annotations.NullMarked;
