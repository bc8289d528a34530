import { DatePicker } from '@arco-design/web-react'
import { IconCalendar } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/DatePicker/style/css.js'

export interface DatePanelProps {
  /** What the panel begins with, where it is a date. */
  readonly value: string
  /** Whether no day to come is offered. */
  readonly past: boolean
  /** What the button that opens it is called. */
  readonly label: string
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
  readonly onChoose: (day: string) => void
}

const isDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`))

/**
 * The panel of days behind a button. Arco's days are not to be reached by keyboard, so neither is the button: who has
 * no mouse types the date in the field that it stands in.
 */
export default function DatePanel({ value, past, label, open, onOpen, onChoose }: DatePanelProps) {
  // As the rule of a birthday has it.
  const today = new Date().toISOString().slice(0, 10)
  return (
    <DatePicker
      value={isDay(value) ? value : undefined}
      onChange={(day) => onChoose(day ?? '')}
      disabledDate={(day) => past && day.format('YYYY-MM-DD') > today}
      showNowBtn={false}
      position="br"
      popupVisible={open}
      onVisibleChange={(visible) => onOpen(visible ?? false)}
      unmountOnExit
      triggerElement={
        <button type="button" className="icon-button" tabIndex={-1} title={label} aria-label={label}>
          <IconCalendar aria-hidden="true" />
        </button>
      }
    />
  )
}
