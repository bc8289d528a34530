import type { AnswerOf, Call } from '@atrium/contract'
import { type ReactNode, useId } from 'react'
import { SchemaForm } from '../../form/index.ts'
import { useKitText } from '../../texts/index.ts'
import { confirmDialog } from '../confirm.ts'
import { Dialog } from '../Dialog.tsx'
import { useLeaveGuard } from '../useLeaveGuard.ts'
import { ConflictView, type ShowValues } from './ConflictView.tsx'
import { ConflictButtons, EntityButtons } from './EntityButtons.tsx'
import type { Subject } from './useEntityDialog.ts'
import { useEntityForm } from './useEntityForm.ts'

export interface EntityFormProps<C extends Call> {
  readonly call: C
  readonly subject: Subject<object>
  readonly open: boolean
  readonly title: string
  readonly width?: number
  readonly show: ShowValues
  readonly acceptance?: string | undefined
  readonly onClose: () => void
  readonly onSaved: (answer: AnswerOf<C>) => void
  readonly children: ReactNode
}

/** One opening of an `EntityDialog`: form, conflict view and buttons about one subject. */
export function EntityForm<C extends Call>(props: EntityFormProps<C>) {
  const { call, subject, open, title, width, show, acceptance, onClose, onSaved, children } = props
  const t = useKitText()
  const id = useId()
  const entity = useEntityForm(call, { subject, acceptance }, onSaved)
  const conflict = entity.changes.length > 0

  const ask = () =>
    confirmDialog({
      title: t('dialog.discardTitle'),
      content: t('dialog.discardQuestion'),
      ok: t('dialog.discard'),
      cancel: t('dialog.goOn'),
      danger: true,
    })
  useLeaveGuard(open, { isDirty: entity.isDirty, ask })

  const close = async () => {
    if (!entity.saving && (!entity.isDirty() || (await ask()))) onClose()
  }
  return (
    <Dialog
      open={open}
      title={title}
      width={width}
      onClose={close}
      footer={
        conflict ? (
          <ConflictButtons {...entity} />
        ) : (
          <EntityButtons form={id} saving={entity.saving} saveAnyway={entity.saveAnyway} onCancel={close} />
        )
      }
    >
      {conflict && (
        <ConflictView changes={entity.changes} area={call.area} yours={entity.entered()} show={show} />
      )}
      {entity.problem && (
        <p className="dialog-problem" role="alert">
          {entity.problem}
        </p>
      )}
      <div hidden={conflict}>
        <SchemaForm
          id={id}
          schema={call.request}
          area={call.area}
          form={entity.form}
          initialValues={subject.values}
          onValuesChange={entity.reconsider}
          onSubmit={entity.submit}
        >
          {children}
        </SchemaForm>
      </div>
    </Dialog>
  )
}
