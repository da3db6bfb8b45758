/** One task on one host: observe, compare, change, verify; as a machine that never waits itself. */
@NullMarked
package dev.provision.run.work;

import org.jspecify.annotations.NullMarked;
