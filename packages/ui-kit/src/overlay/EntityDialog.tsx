import { Message } from '@arco-design/web-react'
import type { Call, InputOf, ResponseOf } from '@atrium/contract'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { refresh } from '../base/query.ts'
import type { FieldName } from '../form/Field.tsx'
import { SchemaForm } from '../form/SchemaForm.tsx'
import type { Thing } from '../history/context.ts'
import { ReasonFields } from '../reason/ReasonFields.tsx'
import { useKitText } from '../texts/index.ts'
import {
  ConflictButtons,
  ConflictView,
  EntityButtons,
  type ShowValue,
  type ShowValues,
} from './ConflictView.tsx'
import { Dialog } from './Dialog.tsx'
import type { EntityDialogState, Subject } from './use-entity-dialog.ts'
import { type MayBeSaved, useEntityForm } from './use-entity-form.ts'
import { useDiscardGuard } from './use-leave-guard.ts'

interface EntityFormProps<C extends Call> {
  readonly call: C
  readonly subject: Subject<object>
  readonly open: boolean
  readonly title: string
  readonly width?: number
  readonly history: Thing | undefined
  readonly ok: string | undefined
  readonly waiting: string | undefined
  readonly show: ShowValues
  readonly acceptance?: string | undefined
  readonly firstErrorAtTop: boolean
  readonly mayBeSaved?: MayBeSaved | undefined
  readonly tenantId?: string | undefined
  readonly onClose: () => void
  /** Called if another user has changed the record in the meantime. */
  readonly onStale: () => void
  readonly onSaved: (response: ResponseOf<C>, sent: InputOf<C>) => void
  readonly children: ReactNode
}

/** One opening of an `EntityDialog`: the form, conflict view and buttons for one subject. */
function EntityForm<C extends Call>(props: EntityFormProps<C>) {
  const { call, subject, open, title, width, history, ok, waiting, show, acceptance, mayBeSaved } = props
  const { firstErrorAtTop, onClose, onStale, onSaved, children } = props
  const id = useId()
  const entity = useEntityForm(call, { subject, acceptance, mayBeSaved, tenantId: props.tenantId }, onSaved)
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
      history={history}
      onClose={close}
      footer={
        conflict ? (
          <ConflictButtons {...entity} />
        ) : (
          <>
            <ReasonFields state={entity.reason} />
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
          // For fields that the form does not show, use the values from when the dialog was opened.
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
          requiredByPolicy={entity.reason.requiredField}
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
  /** The saving call, whose request defines the rules of the fields. */
  readonly call: C
  /** Name of the kind of item, for the title. */
  readonly name: string
  /** Full title, if it is not "add" or "edit" with the name. */
  readonly title?: string
  /** Width in pixels, 400 to 1000. */
  readonly width?: number
  /**
   * Returns the edited item as the audit trail knows it; undefined without one. 'none' for dialogs that only add items,
   * and if the trail does not know the item.
   */
  readonly history: 'none' | ((values: Values) => Thing | undefined)
  /** Label of the main button; 'Save' by default. */
  readonly ok?: string
  /** Text shown while saving, if that takes unusually long. */
  readonly waiting?: string
  /** Calls whose results change with a save. */
  readonly refreshes: readonly Call[]
  /** Functions that show values that are not text in a conflict, by field. */
  readonly show?: ShowValue<C>
  /**
   * The request field that accepts a warning. The server names this field when it warns, and the user may then save
   * anyway.
   */
  readonly acceptance?: FieldName<C>
  /** Whether the first error is also shown at the top, for dialogs with many fields. */
  readonly firstErrorAtTop?: boolean
  readonly mayBeSaved?: MayBeSaved
  /** Tenant of the item, if its values do not name it: its policy says whether a save needs a reason. */
  readonly tenantId?: string | undefined
  /** Returns the success message for a response with details; undefined if they are shown elsewhere. */
  readonly done?: (response: ResponseOf<C>) => string | undefined
  /** Receives the response of the save and the input. */
  readonly onSaved?: (response: ResponseOf<C>, sent: InputOf<C>) => void
  /** Fields of the call, see `fieldOf`. */
  readonly children: ReactNode
}

/** The dialog in which an item is added or edited. Every opening starts with a fresh form. */
export function EntityDialog<Values extends object, C extends Call>(props: EntityDialogProps<Values, C>) {
  const { state, call, name, width, history, refreshes, show = {}, acceptance, mayBeSaved, children } = props
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
      history={subject.mode === 'edit' && history !== 'none' ? history(subject.values) : undefined}
      ok={ok}
      waiting={waiting}
      show={show}
      acceptance={acceptance}
      firstErrorAtTop={firstErrorAtTop}
      mayBeSaved={mayBeSaved}
      tenantId={props.tenantId}
      onClose={close}
      // Lists behind the dialog still show the old version, so reload them.
      onStale={() => void refresh(...refreshes)}
      onSaved={saved}
    >
      {children}
    </EntityForm>
  )
}
