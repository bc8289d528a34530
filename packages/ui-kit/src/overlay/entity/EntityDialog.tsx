import { Message } from '@arco-design/web-react'
import type { Call } from '@atrium/contract'
import type { ReactNode } from 'react'
import type { FieldName } from '../../form/index.ts'
import { refresh } from '../../query/index.ts'
import { useKitText } from '../../texts/index.ts'
import type { ShowValue } from './ConflictView.tsx'
import { EntityForm } from './EntityForm.tsx'
import type { EntityDialogState } from './useEntityDialog.ts'

export interface EntityDialogProps<Values extends object, C extends Call> {
  readonly state: EntityDialogState<Values>
  /** The saving call; the fields' rules are those of its request. */
  readonly call: C
  /** What is added or edited, for the title. */
  readonly name: string
  /** In pixels, 400 to 1000. */
  readonly width?: number
  /** The calls whose answers change by a save. */
  readonly refreshes: readonly Call[]
  /** How values are shown in a conflict where they are not text. */
  readonly show?: ShowValue<C>
  /** The request's field by which the user insists on what the server, naming this field, warned of. */
  readonly acceptance?: FieldName<C>
  /** The call's `Field`s, see `fieldOf`. */
  readonly children: ReactNode
}

/** The dialog in which an entity is added or edited. Every opening starts from a fresh form. */
export function EntityDialog<Values extends object, C extends Call>(props: EntityDialogProps<Values, C>) {
  const { state, call, name, width, refreshes, show = {}, acceptance, children } = props
  const { subject, opening, open, close } = state
  const t = useKitText()
  if (!subject) return null
  const saved = () => {
    Message.success(t(subject.mode === 'add' ? 'dialog.addSucceeded' : 'dialog.editSucceeded'))
    close()
    void refresh(...refreshes)
  }
  return (
    <EntityForm
      key={opening}
      call={call}
      subject={subject}
      open={open}
      title={t(subject.mode === 'add' ? 'dialog.add' : 'dialog.edit', { name })}
      width={width}
      show={show}
      acceptance={acceptance}
      onClose={close}
      onSaved={saved}
    >
      {children}
    </EntityForm>
  )
}
