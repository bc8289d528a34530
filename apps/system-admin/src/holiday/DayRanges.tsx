import { daysOf } from '@atrium/contract'
import { rangesOf, useDayNames, yearOf } from '@atrium/ui-kit/calendar'
import { useSystemText } from '../texts/index.ts'

/** Lists days as text, by year. */
export function DayRanges({ days }: { readonly days: string }) {
  const t = useSystemText()
  const names = useDayNames()
  const years = Map.groupBy(daysOf(days), yearOf)
  return [...years].map(([year, some]) => (
    <p key={year} className="day-ranges">
      {t('holiday.year', { year })}{' '}
      {rangesOf(some)
        .map(({ first, last }) => names.range(first, last))
        .join(t('holiday.comma'))}
    </p>
  ))
}
