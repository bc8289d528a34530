/** Calls that are of no use before somebody has signed in: the first page does not wait for their schemas. */
export const userCalls = () => import('./user-calls.ts')
