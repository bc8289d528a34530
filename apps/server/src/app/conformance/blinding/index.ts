export { type Pair, startPair } from './pair.ts'
export { reportOf } from './report.ts'
