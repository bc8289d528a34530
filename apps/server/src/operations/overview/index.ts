export { createGauges } from './gauges.ts'
export { operationsRoute } from './overview.ts'
export { livingProcesses } from './read.ts'
export { type Recording, startRecording } from './recording.ts'
