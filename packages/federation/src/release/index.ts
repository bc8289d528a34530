export { compile } from './compile.ts'
export { compressFolder } from './compress.ts'
export { buildSingle, buildSuite, publishPlain } from './suite.ts'
