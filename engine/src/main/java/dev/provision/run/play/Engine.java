package dev.provision.run.play;

import dev.provision.lang.PlaybookLoader;
import dev.provision.lang.VariableFiles;
import dev.provision.module.ModuleRegistry;
import dev.provision.run.Prompter;
import dev.provision.run.RunOptions;
import dev.provision.run.journal.Journal;
import dev.provision.run.vars.Variables;
import dev.provision.template.Templar;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What all plays of a run share.
 *
 * @param run its id
 * @param ids gives names to steps, unique in the run
 * @param journal nothing for a check
 */
public record Engine(
    String run,
    RunOptions options,
    Templar templar,
    ModuleRegistry modules,
    PlaybookLoader loader,
    VariableFiles files,
    Hosts hosts,
    Variables variables,
    Lines lines,
    Events events,
    Supplier<String> ids,
    Optional<Journal> journal,
    Scheduler scheduler,
    Interruption interruption,
    Prompter prompter,
    Clock clock) {}
