import { DatePicker } from '@arco-design/web-react'
import { IconCalendar } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/DatePicker/style/css.js'

export interface DatePanelProps {
  /** Date that the panel shows at first. */
  readonly value: string
  /** First and last day that are not disabled, as yyyy-MM-dd. */
  readonly earliest?: string | undefined
  readonly latest?: string | undefined
  readonly disabled?: boolean | undefined
  /** Label of the button that opens the panel. */
  readonly label: string
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
  readonly onChoose: (day: string) => void
  /** The period that the date is one end of, if both ends are chosen together. */
  readonly period?: Period | undefined
}

export interface Period {
  /** First and last day as yyyy-MM-dd, or the text typed so far. */
  readonly days: readonly [string, string]
  readonly onChoose: (first: string, last: string) => void
}

const isDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`))

/**
 * A button with a panel of days. Arco's days cannot be reached by keyboard, so the button is not in the tab order
 * either: keyboard users type the date into the field.
 */
export default function DatePanel(props: DatePanelProps) {
  const { value, earliest = '', latest = '', disabled, label, open, onOpen, onChoose, period } = props
  const isDisabled = (day: string): boolean => day < earliest || (latest !== '' && day > latest)
  const panel = {
    position: 'br',
    popupVisible: open,
    onVisibleChange: (visible?: boolean) => onOpen(visible ?? false),
    unmountOnExit: true,
    triggerElement: (
      <button
        type="button"
        className="icon-button"
        tabIndex={-1}
        title={label}
        aria-label={label}
        disabled={disabled}
      >
        <IconCalendar aria-hidden="true" />
      </button>
    ),
  } as const
  if (period)
    return (
      <DatePicker.RangePicker
        {...panel}
        value={period.days.every(isDay) ? [...period.days] : undefined}
        onChange={([first = '', last = '']) => period.onChoose(first, last)}
      />
    )
  return (
    <DatePicker
      {...panel}
      value={isDay(value) ? value : undefined}
      onChange={(day) => onChoose(day ?? '')}
      disabledDate={(day) => isDisabled(day.format('YYYY-MM-DD'))}
      showNowBtn={false}
    />
  )
}
