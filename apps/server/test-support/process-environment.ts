/** Environment of the server processes that tests start: no settings of this process, but its cache of compiled code. */
export const processEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}
