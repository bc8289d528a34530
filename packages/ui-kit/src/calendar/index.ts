import './calendar.css'

export { type Day, daysMarked, type Mark, type Marks, rangesOf, today, yearOf } from './days.ts'
export { type DayNames, useDayNames } from './names.ts'
export { YearCalendar, type YearCalendarProps } from './YearCalendar.tsx'
