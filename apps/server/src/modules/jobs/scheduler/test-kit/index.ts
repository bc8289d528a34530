export { addJob, everySecond, newYear, readJob, runNow, type TestJob } from './jobs.ts'
export { type SchedulerProcess, startSchedulerProcess } from './scheduler-process.ts'
