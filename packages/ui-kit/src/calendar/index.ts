import './calendar.css'

export { type Day, type DayKind, type DayKinds, daysOfKind, rangesOf, today, yearOf } from './days.ts'
export { type DayNames, useDayNames } from './names.ts'
export { YearCalendar, type YearCalendarProps } from './YearCalendar.tsx'
