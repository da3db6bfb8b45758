package dev.provision.run.work;

import dev.provision.host.Context;
import dev.provision.host.HostInfo;
import dev.provision.value.Value;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Under which conditions a module is called.
 *
 * @param arguments as bound, for the journal
 * @param context account, environment
 * @param check only tell what would be done
 * @param diff whether the result shall hold a diff
 * @param timeout for commands of the user
 * @param ids gives each operation a name, unique in the run
 */
public record Call(
    Value.Dict arguments,
    Context context,
    HostInfo host,
    boolean check,
    boolean diff,
    Optional<Duration> timeout,
    Supplier<String> ids) {}
