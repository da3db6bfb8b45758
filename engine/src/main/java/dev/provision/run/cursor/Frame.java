package dev.provision.run.cursor;

import dev.provision.lang.Block;
import dev.provision.lang.Node;
import java.util.List;

/** One level of a cursor's stack. */
abstract sealed class Frame {

  private Frame() {}

  abstract Frame copy();

  /** Where this level stands, for comparing hosts. */
  abstract int ordinal();

  /** Nodes one after the other. */
  static final class Sequence extends Frame {
    final List<Node> nodes;
    int index;

    Sequence(List<Node> nodes) {
      this.nodes = nodes;
    }

    @Override
    Frame copy() {
      Sequence copy = new Sequence(nodes);
      copy.index = index;
      return copy;
    }

    @Override
    int ordinal() {
      return index;
    }

    boolean isOver() {
      return index >= nodes.size();
    }
  }

  /** The play's own level: gathering facts, then sections, each with the handlers behind it. */
  static final class Play extends Frame {
    /** 0 is gathering; then section and handlers in turn. */
    int index = -1;

    @Override
    Frame copy() {
      Play copy = new Play();
      copy.index = index;
      return copy;
    }

    @Override
    int ordinal() {
      return index;
    }

    /** Whether the handlers of a section run. */
    boolean isHandlers() {
      return index > 0 && index % 2 == 0;
    }
  }

  /** Handlers that were notified, in the order of their definition. */
  static final class Handlers extends Frame {
    int index;

    @Override
    Frame copy() {
      Handlers copy = new Handlers();
      copy.index = index;
      return copy;
    }

    @Override
    int ordinal() {
      return index;
    }
  }

  /** A block: its body, then perhaps rescue, then always. */
  static final class Inside extends Frame {
    final Block block;
    Part part = Part.BODY;
    boolean failing;

    Inside(Block block) {
      this.block = block;
    }

    @Override
    Frame copy() {
      Inside copy = new Inside(block);
      copy.part = part;
      copy.failing = failing;
      return copy;
    }

    @Override
    int ordinal() {
      return part.ordinal();
    }
  }

  /** A part of a block. */
  enum Part {
    BODY,
    RESCUE,
    ALWAYS
  }
}
