package dev.provision.template;

/** How the rendering of a node ended. */
enum Flow {
  NEXT,
  /** The loop around it ends. */
  BREAK,
  /** The loop around it goes on with the next item. */
  CONTINUE
}
