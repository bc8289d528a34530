/** How an attempt to send ended. */
export interface SendResult {
  /**
   * delivered: the other side took it over. refused: it never will. deferred: it did not take this one now.
   * unreachable: it did not serve at all, or may have and drops a repeat. unanswered: the whole of it was sent, and nobody knows
   * whether it was taken.
   */
  readonly outcome: 'delivered' | 'refused' | 'deferred' | 'unreachable' | 'unanswered'
  /** What the other side said. */
  readonly answer: string
}
