/** Loads the calls that are needed only after signing in, so that the first page does not wait for their schemas. */
export const userCalls = () => import('./user-calls.ts')
