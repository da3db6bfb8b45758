/** Events to tree, JSON, Markdown, summary, exit code. */
@NullMarked
package dev.provision.report;

import org.jspecify.annotations.NullMarked;
