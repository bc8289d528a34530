import './styles.ts'

export { type Day, rangesOf, today, yearOf } from './days.ts'
export { daysMarked, type Mark, type Marks } from './marks.ts'
export { type DayNames, useDayNames } from './names.ts'
export { YearCalendar, type YearCalendarProps } from './YearCalendar.tsx'
