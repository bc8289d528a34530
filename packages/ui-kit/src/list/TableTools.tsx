import { Button, Checkbox, Popover } from '@arco-design/web-react'
import { IconSettings } from '@arco-design/web-react/icon'
import { useKitText } from '../texts/index.ts'
import type { Column } from './column.ts'

interface Props<Row> {
  readonly columns: readonly Column<Row>[]
  readonly hidden: readonly string[]
  readonly onChange: (hidden: readonly string[]) => void
  readonly onReset: () => void
}

/** Lets the user choose which columns are shown. */
export function ColumnChoice<Row>({ columns, hidden, onChange, onReset }: Props<Row>) {
  const t = useKitText()
  const choices = columns.filter(({ always, actions }) => !always && !actions)
  const shown = choices.filter(({ key }) => !hidden.includes(key)).map(({ key }) => key)
  return (
    <Popover
      trigger="click"
      position="br"
      title={t('list.columns')}
      content={
        <div className="column-choice">
          <Checkbox.Group
            direction="vertical"
            options={choices.map(({ key, title }) => ({ label: title, value: key }))}
            value={shown}
            onChange={(chosen: string[]) =>
              onChange(choices.filter(({ key }) => !chosen.includes(key)).map(({ key }) => key))
            }
          />
          <Button size="small" type="text" onClick={onReset}>
            {t('list.resetColumns')}
          </Button>
        </div>
      }
    >
      <Button aria-label={t('list.columns')} icon={<IconSettings />} />
    </Popover>
  )
}
