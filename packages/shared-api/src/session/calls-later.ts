/** Calls that are needed only after signing in: the first page does not wait for their schemas. */
export const userCalls = () => import('./user-calls.ts')
