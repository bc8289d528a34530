/** What the history's entry notes of an accepted invitation, so that a reload still says so: its key has served. */
export interface Joined {
  readonly joined: { readonly tenantName: string; readonly isUser: boolean }
}

/** The note in the state of a history's entry, if there is one. */
export const joinedIn = (state: unknown): Joined['joined'] | undefined =>
  typeof state === 'object' && state !== null && 'joined' in state ? (state as Joined).joined : undefined
