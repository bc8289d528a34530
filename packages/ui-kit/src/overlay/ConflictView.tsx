import { Button } from '@arco-design/web-react'
import { type Area, type Call, type FieldChange, fieldKeys } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import type { MouseEvent, ReactNode } from 'react'
import type { FieldName } from '../form/Field.tsx'
import { useKitText } from '../texts/index.ts'
import type { Subject } from './use-entity-dialog.ts'

type Values = Readonly<Record<string, unknown>>

type Show = (value: string, values: Values) => ReactNode

/**
 * Functions that show values that are not text, such as an id by its name, by field. They also receive the other
 * values of the same version.
 */
export type ShowValue<C extends Pick<Call, 'request'>> = { readonly [Name in FieldName<C>]?: Show }

/** Functions that show values, for any call. */
export type ShowValues = Readonly<Record<string, Show | undefined>>

interface Props {
  readonly changes: readonly FieldChange[]
  readonly area?: Area | undefined
  readonly yours: Values
  readonly show: ShowValues
}

/** Shows the user's input next to what another user saved in the meantime. */
export function ConflictView({ changes, area, yours, show }: Props) {
  const t = useKitText()
  const fieldName = useContractText()
  const theirs: Values = {
    ...yours,
    ...Object.fromEntries(changes.map(({ field, current }) => [field, current])),
  }
  const cell = (field: string, values: Values): ReactNode => {
    const text = String(values[field] ?? '')
    return text === '' ? t('conflict.empty') : (show[field]?.(text, values) ?? text)
  }
  return (
    <div className="conflict" role="alert">
      <p className="conflict-title">{t('conflict.title')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('conflict.field')}</th>
            <th scope="col">{t('conflict.yours')}</th>
            <th scope="col">{t('conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field }) => (
            <tr key={field}>
              <th scope="row">{fieldName(fieldKeys(field, area))}</th>
              <td>{cell(field, yours)}</td>
              <td>{cell(field, theirs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/**
 * Keeps the focus while a button is pressed. A field that lost the focus would show or hide its errors, which would
 * change the dialog's height and move the button away from under the pointer.
 */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/**
 * Moves the focus to the button when it is clicked, so that leaving a field later does not clear the server's error
 * at that field.
 */
const takeFocus = ({ currentTarget }: Event): void => {
  if (currentTarget instanceof HTMLElement) currentTarget.focus()
}

interface EntityButtonsProps {
  /** Id of the form that the main button submits. */
  readonly form: string
  readonly saving: boolean
  /** Label of the main button; 'Save' by default. */
  readonly ok?: string | undefined
  readonly onCancel: () => void
  readonly mode: Subject<object>['mode']
  /**
   * Saves despite a warning from the server. If defined, its button replaces the main button, which would only cause
   * the warning again.
   */
  readonly saveAnyway?: (() => void) | undefined
}

/** The buttons below a form. */
export function EntityButtons({ form, mode, saving, ok, onCancel, saveAnyway }: EntityButtonsProps) {
  const t = useKitText()
  return (
    <>
      <Button onClick={onCancel} onMouseDown={keepFocus} disabled={saving}>
        {t('dialog.cancel')}
      </Button>
      {saveAnyway ? (
        <Button type="primary" onClick={saveAnyway} onMouseDown={keepFocus} loading={saving}>
          {t(mode === 'add' ? 'dialog.addAnyway' : 'dialog.saveAnyway')}
        </Button>
      ) : (
        <Button
          type="primary"
          htmlType="submit"
          form={form}
          onMouseDown={keepFocus}
          onClick={takeFocus}
          loading={saving}
        >
          {ok ?? t('dialog.save')}
        </Button>
      )}
    </>
  )
}

interface ConflictButtonsProps {
  readonly goOnEditing: () => void
  readonly takeTheirs: () => void
  readonly overwrite: () => void
}

/** The buttons that resolve a conflict. */
export function ConflictButtons({ goOnEditing, takeTheirs, overwrite }: ConflictButtonsProps) {
  const t = useKitText()
  return (
    <>
      <Button onClick={goOnEditing}>{t('dialog.goOn')}</Button>
      <Button onClick={takeTheirs}>{t('conflict.takeTheirs')}</Button>
      <Button type="primary" status="danger" onClick={overwrite}>
        {t('conflict.overwrite')}
      </Button>
    </>
  )
}
