package dev.provision.connect;

import dev.provision.diag.ErrorCode;
import dev.provision.diag.ProvisionException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** The way from a line to a proven shell: start, become, hello. */
final class ShellOpener {

  private static final int SHOWN = 400;

  private final String host;
  private final ConnectOptions options;
  private final String session;

  ShellOpener(String host, ConnectOptions options, String session) {
    this.host = host;
    this.options = options;
    this.session = session;
  }

  /** The shell of the account that logged in. */
  Shell open(Line line) {
    ShellChannel channel = line.open("exec " + Prelude.loader(options), false);
    Outputs outputs = new Outputs(channel, Batch.QUERY_LIMIT, host);
    try {
      return hello(channel, outputs, "");
    } catch (LineLostException | RuntimeException e) {
      channel.close();
      throw e instanceof RuntimeException known ? known : unusable(channel, outputs, e);
    }
  }

  private Shell hello(ShellChannel channel, Outputs outputs, String account)
      throws LineLostException {
    String nonce = Nonce.next();
    outputs.expect(nonce);
    Deadline deadline = Deadline.in(options.helloTimeout());
    byte[] hello = Prelude.hello(options, session, nonce, account);
    Workers.run(
        () -> {
          try {
            channel.stdin().write(hello);
            channel.stdin().flush();
          } catch (IOException e) {
            outputs.failed(e);
          }
        });
    Splitter.Part proof = outputs.await(() -> outputs.poll(Outputs.Side.OUT), deadline);
    long userId = proven(proof.words());
    Splitter.Part facts = outputs.await(() -> outputs.poll(Outputs.Side.OUT), deadline);
    outputs.await(() -> outputs.poll(Outputs.Side.ERR), deadline);
    String text = new String(facts.data(), java.nio.charset.StandardCharsets.UTF_8);
    return new Shell(channel, outputs, Hello.parse(userId, text.lines().toList()), false);
  }

  private static long proven(String[] words) throws LineLostException {
    try {
      return Long.parseLong(words[1]);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new LineLostException("the shell did not say which account it acts as");
    }
  }

  private ProvisionException unusable(ShellChannel channel, Outputs outputs, Throwable e) {
    String said =
        Quote.firstOf(outputs.rest(Outputs.Side.OUT), SHOWN)
            + Quote.firstOf(outputs.rest(Outputs.Side.ERR), SHOWN);
    Optional<String> ending = channel.ending(Duration.ofMillis(200));
    return new ProvisionException(
        ErrorCode.SHELL_UNUSABLE,
        host
            + ": the login shell gave no answer ("
            + ending.orElse(String.valueOf(e.getMessage()))
            + ")."
            + (said.isEmpty() ? "" : " It said: " + said));
  }
}
