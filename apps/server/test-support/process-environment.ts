/** What a process of the server that a test starts has of this one: no setting of the server, and the code compiled before. */
export const processEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}
