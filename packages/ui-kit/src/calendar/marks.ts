import { type Day, daysBetween } from './days.ts'

/** What a day can be marked as. */
export type Mark = 'holiday' | 'workday'

/** The marked days. A day has one mark at most. */
export type Marks = ReadonlyMap<Day, Mark>

/** The marks with all days between two marked alike, or with their marks taken away. */
export function painted(marks: Marks, [one, other]: readonly [Day, Day], mark: Mark | undefined): Marks {
  const result = new Map(marks)
  for (const day of daysBetween(one, other)) {
    if (mark) result.set(day, mark)
    else result.delete(day)
  }
  return result
}

/** The days of a mark, in order. */
export const daysMarked = (marks: Marks, mark: Mark): Day[] =>
  [...marks.keys()].filter((day) => marks.get(day) === mark).sort()
