export { buildIfChanged } from './build-app.ts'
export { compile } from './compile.ts'
export { compressFolder } from './compress.ts'
export { buildSingle, buildSuite, publishPlain, withBuildLock } from './suite.ts'
