/** How an attempt to send ended. */
export interface SendResult {
  /**
   * delivered: the other side took it over. refused: it never will. deferred: it did not take this one now.
   * unreachable: it did not serve at all, or nobody knows whether it did.
   */
  readonly outcome: 'delivered' | 'refused' | 'deferred' | 'unreachable'
  /** What the other side said. */
  readonly answer: string
}
