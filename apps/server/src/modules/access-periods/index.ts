export { accessReminder } from './reminder.ts'
export { keepPeriods, startAccessPeriods } from './worker.ts'
