import { Message } from '@arco-design/web-react'
import type { Call, InputOf, ResponseOf } from '@atrium/contract'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { refresh } from '../base/query.ts'
import type { FieldName } from '../form/Field.tsx'
import { SchemaForm } from '../form/SchemaForm.tsx'
import { useKitText } from '../texts/index.ts'
import {
  ConflictButtons,
  ConflictView,
  EntityButtons,
  type ShowValue,
  type ShowValues,
} from './ConflictView.tsx'
import { Dialog } from './Dialog.tsx'
import type { EntityDialogState, Subject } from './useEntityDialog.ts'
import { useEntityForm } from './useEntityForm.ts'
import { useDiscardGuard } from './useLeaveGuard.ts'

interface EntityFormProps<C extends Call> {
  readonly call: C
  readonly subject: Subject<object>
  readonly open: boolean
  readonly title: string
  readonly width?: number
  readonly ok: string | undefined
  readonly waiting: string | undefined
  readonly show: ShowValues
  readonly acceptance?: string | undefined
  readonly firstErrorAtTop: boolean
  readonly mayBeSaved?:
    | ((values: Readonly<Record<string, unknown>>) => boolean | Promise<boolean>)
    | undefined
  readonly onClose: () => void
  /** Shown if somebody else has changed the record meanwhile. */
  readonly onStale: () => void
  readonly onSaved: (response: ResponseOf<C>, sent: InputOf<C>) => void
  readonly children: ReactNode
}

/** One opening of an `EntityDialog`: form, conflict view and buttons about one subject. */
function EntityForm<C extends Call>(props: EntityFormProps<C>) {
  const { call, subject, open, title, width, ok, waiting, show, acceptance, mayBeSaved, children } = props
  const { firstErrorAtTop, onClose, onStale, onSaved } = props
  const id = useId()
  const entity = useEntityForm(call, { subject, acceptance, mayBeSaved }, onSaved)
  const conflict = entity.changes.length > 0
  const reportStale = useRef(onStale)
  reportStale.current = onStale
  useEffect(() => {
    if (conflict) reportStale.current()
  }, [conflict])
  const problem = entity.problem ?? (firstErrorAtTop ? entity.firstError : undefined)

  const mayBeDiscarded = useDiscardGuard(open, entity.isDirty)
  const close = async () => {
    if (!entity.busy && (await mayBeDiscarded())) onClose()
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
          <>
            {waiting && (
              <p className="dialog-waiting" role="status">
                {entity.saving && waiting}
              </p>
            )}
            <EntityButtons
              form={id}
              mode={subject.mode}
              saving={entity.busy}
              ok={ok}
              saveAnyway={entity.saveAnyway}
              onCancel={close}
            />
          </>
        )
      }
    >
      {conflict && (
        <ConflictView
          changes={entity.changes}
          area={call.area}
          // What the form does not show was as it is known since the dialog opened.
          yours={{ ...subject.values, ...entity.entered() }}
          show={show}
        />
      )}
      {problem && (
        <p className="dialog-problem" role="alert">
          {problem}
        </p>
      )}
      {entity.warning && (
        <p className="dialog-warning" role="alert">
          {entity.warning}
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
          onSubmitFailed={entity.reject}
        >
          {children}
        </SchemaForm>
      </div>
    </Dialog>
  )
}

export interface EntityDialogProps<Values extends object, C extends Call> {
  readonly state: EntityDialogState<Values>
  /** The saving call; the fields' rules are those of its request. */
  readonly call: C
  /** The added or edited thing, for the title. */
  readonly name: string
  /** The whole title, if it is not "add" or "edit" with the name. */
  readonly title?: string
  /** In pixels, 400 to 1000. */
  readonly width?: number
  /** Label of the main button; 'Save' by default. */
  readonly ok?: string
  /** Text while it is saved, if that takes unusually long. */
  readonly waiting?: string
  /** The calls whose results change with a save. */
  readonly refreshes: readonly Call[]
  /** How values are shown in a conflict where they are not text. */
  readonly show?: ShowValue<C>
  /** The request's field by which the user insists on what the server, naming this field, warned of. */
  readonly acceptance?: FieldName<C>
  /** Whether the first thing that is wrong is said at the top as well as at its field, for dialogs of many fields. */
  readonly firstErrorAtTop?: boolean
  /** Asked before anything is sent: whether what was entered may be saved, for instance after a question. */
  readonly mayBeSaved?: (values: Readonly<Record<string, unknown>>) => boolean | Promise<boolean>
  /** Message of a save whose response has more than success; undefined if it is shown elsewhere. */
  readonly done?: (response: ResponseOf<C>) => string | undefined
  /** Receives the response of the save, and the input. */
  readonly onSaved?: (response: ResponseOf<C>, sent: InputOf<C>) => void
  /** The call's `Field`s, see `fieldOf`. */
  readonly children: ReactNode
}

/** The dialog in which an entity is added or edited. Every opening starts from a fresh form. */
export function EntityDialog<Values extends object, C extends Call>(props: EntityDialogProps<Values, C>) {
  const { state, call, name, width, refreshes, show = {}, acceptance, mayBeSaved, children } = props
  const { firstErrorAtTop = false, ok, waiting, done, onSaved } = props
  const { subject, opening, open, close } = state
  const t = useKitText()
  if (!subject) return null
  const { title = t(subject.mode === 'add' ? 'dialog.add' : 'dialog.edit', { name }) } = props
  const succeeded = t(subject.mode === 'add' ? 'dialog.addSucceeded' : 'dialog.editSucceeded')
  const saved = (response: ResponseOf<C>, sent: InputOf<C>) => {
    const said = done ? done(response) : succeeded
    if (said !== undefined) Message.success(said)
    close()
    onSaved?.(response, sent)
    void refresh(...refreshes)
  }
  return (
    <EntityForm
      key={opening}
      call={call}
      subject={subject}
      open={open}
      title={title}
      width={width}
      ok={ok}
      waiting={waiting}
      show={show}
      acceptance={acceptance}
      firstErrorAtTop={firstErrorAtTop}
      mayBeSaved={mayBeSaved}
      onClose={close}
      // What shows the record is behind then.
      onStale={() => void refresh(...refreshes)}
      onSaved={saved}
    >
      {children}
    </EntityForm>
  )
}
