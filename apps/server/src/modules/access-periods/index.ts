export { accessReminder } from './reminder.ts'
export { startAccessPeriods } from './worker.ts'
