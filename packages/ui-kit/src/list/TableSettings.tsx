import { Button } from '@arco-design/web-react'
import { useId, useState } from 'react'
import { CheckBox } from '../form/CheckBox.tsx'
import { DragHandle, useReorder } from '../reorder/index.tsx'
import { useKitText } from '../texts/index.ts'
import { type Column, hiddenOf } from './column.ts'
import { inOrder } from './columns.tsx'
import { densities, useDensity, useListSettings } from './settings.ts'
import '../form/choices.css'
import './table-settings.css'

/** Selects the row density of all tables. */
function DensityChoice() {
  const t = useKitText()
  const name = useId()
  const [density, setDensity] = useDensity()
  return (
    <fieldset className="density-choice">
      <legend>{t('list.density')}</legend>
      {densities.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === density} onChange={() => setDensity(one)} />
          {t(`list.densities.${one}`)}
        </label>
      ))}
    </fieldset>
  )
}

export interface TableSettingsProps {
  /** Name under which the list's settings are stored. */
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: the content of rows does not matter here
  readonly columns: readonly Column<any>[]
}

/** Lets the user choose which columns are shown, their order and their density. */
export default function TableSettings({ name, columns }: TableSettingsProps) {
  const t = useKitText()
  const { settings, change, reset } = useListSettings(name)
  const { order } = settings
  const hidden = hiddenOf(columns, settings.hidden)
  const [said, setSaid] = useState('')
  const movable = inOrder(columns, order).filter(({ actions }) => !actions)
  const keys = movable.map(({ key }) => key)
  const move = (key: string, position: number) => {
    if (position < 1 || position > keys.length) return
    const others = keys.filter((other) => other !== key)
    change({ order: others.toSpliced(position - 1, 0, key) })
    const column = movable.find((one) => one.key === key)?.title ?? ''
    setSaid(t('list.columnMoved', { column, position, among: keys.length }))
  }
  const { dragged, drop, register } = useReorder({ siblingsOf: () => keys, onMove: move })
  const show = (key: string, shown: boolean) =>
    change({ hidden: shown ? hidden.filter((other) => other !== key) : [...hidden, key] })
  const classOf = (key: string): string =>
    [key === dragged && 'column-dragged', key === drop?.id && `column-drop-${drop.edge}`]
      .filter(Boolean)
      .join(' ')
  return (
    <div className="table-settings">
      <DensityChoice />
      <ul aria-label={t('list.columns')}>
        {movable.map(({ key, title, always }, index) => (
          <li key={key} className={classOf(key)}>
            <DragHandle
              id={key}
              label={t('list.moveColumn', { column: title })}
              title={t('list.moveColumnHint')}
              register={register}
              onStep={(step) => move(key, index + 1 + step)}
            />
            <CheckBox
              checked={!hidden.includes(key)}
              disabled={always === true}
              onChange={(shown) => show(key, shown)}
            >
              {title}
            </CheckBox>
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <Button size="small" type="text" onClick={reset}>
        {t('list.resetColumns')}
      </Button>
    </div>
  )
}
