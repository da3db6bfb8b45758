package dev.provision.run.work;

import dev.provision.host.Frame;
import dev.provision.host.FrameResult;
import java.util.ArrayList;
import java.util.List;

/**
 * What came back of an exchange, handed out change by change: each work must see the host as it was
 * right after its own steps, before it learns of the next one's.
 */
public final class Delivery {

  private final Knowledge knowledge;
  private final List<HostLine.Piece> pieces;
  private final List<Op> ops;
  private final List<Remote.Outcome> outcomes;
  private int piece;
  private int at;

  Delivery(
      Knowledge knowledge,
      List<HostLine.Piece> pieces,
      List<Op> ops,
      List<Remote.Outcome> outcomes) {
    this.knowledge = knowledge;
    this.pieces = pieces;
    this.ops = ops;
    this.outcomes = outcomes;
  }

  public boolean hasNext() {
    return piece < pieces.size();
  }

  /**
   * Tells the next change's work what came of it.
   *
   * @return whether any of it ran; if not, the work was told nothing and stands where it stood
   */
  public boolean next() {
    HostLine.Piece next = pieces.get(piece++);
    int changes = next.change().ops().size();
    List<FrameResult> results = new ArrayList<>();
    for (int i = 0; i < changes; i++) {
      results.add(((Remote.Outcome.Ran) outcomes.get(at++)).result());
    }
    boolean ran = false;
    for (int i = 0; i < changes; i++) {
      boolean question = next.change().ops().get(i).frame().kind() == Frame.Kind.QUERY;
      ran |= !question && results.get(i).status() != FrameResult.Status.NOT_RUN;
    }
    if (ran) {
      knowledge.forget(next.change().writes());
    }
    for (int i = 0; i < next.change().after().size(); i++) {
      learn();
    }
    if (ran) {
      next.work().done(results);
    }
    return ran;
  }

  /** Takes in the answers to the questions behind the changes. */
  public void finish() {
    while (at < outcomes.size()) {
      learn();
    }
  }

  /** Takes in the answer to the last question alone, before the changes are told. */
  public void learnLast() {
    learn(ops.size() - 1);
  }

  private void learn() {
    learn(at++);
  }

  private void learn(int index) {
    Op.Ask<?> ask = (Op.Ask<?>) ops.get(index);
    knowledge.put(ask, ((Remote.Outcome.Answered) outcomes.get(index)).reply());
  }
}
