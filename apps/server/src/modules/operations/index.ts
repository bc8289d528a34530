export { createGauges } from './gauges.ts'
export {
  type CallSum,
  type CallSums,
  callSums,
  type LivingProcess,
  livingProcesses,
  type Range,
} from './read.ts'
export { type Recording, startRecording } from './recording.ts'
