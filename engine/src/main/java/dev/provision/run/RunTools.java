package dev.provision.run;

import dev.provision.connect.Connector;
import java.nio.file.Path;
import java.time.Clock;

/**
 * What a run needs of the world.
 *
 * @param connector opens sessions
 * @param state the folder that holds journals, made where it is missing (mode 0700)
 * @param version this program's, for the journal
 */
public record RunTools(
    Connector connector, Path state, Prompter prompter, Clock clock, String version) {}
