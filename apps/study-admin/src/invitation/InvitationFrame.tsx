import { type InputOf, type InvitationResult, remoteRoles } from '@atrium/contract'
import { useContractText, useLanguage } from '@atrium/shared-api'
import { Button, ErrorState, Message } from '@atrium/ui-kit'
import { EmptyState, nameIn, type Selection, TableSkeleton, TwoPanes, useCall } from '@atrium/ui-kit/list'
import { useDiscardGuard, useEntityDialog } from '@atrium/ui-kit/overlay'
import { type ReactNode, useState } from 'react'
import { useStudyText } from '../texts/index.ts'
import { ChoiceTable } from './ChoiceTable.tsx'
import { countIn, type Prepared, useChosen } from './choices.ts'
import { type InviteCall, invitingMembers, RecipientsDialog } from './RecipientsDialog.tsx'
import type { InWords } from './ReplaceDialog.tsx'
import { ResultDialog } from './ResultDialog.tsx'
import type { ChangesCall } from './use-replacement.tsx'
import type { StudyChoosing } from './use-study-choosing.ts'

/** Tenant and product of a tab. */
export interface ProductProps {
  readonly tenantId: string
  /** Id of the product. */
  readonly softId: string
  readonly softName: string
}

/** Fetches what the product currently offers in the selected study. */
export const useRemoteRoles = ({ study }: StudyChoosing) =>
  useCall(remoteRoles, { studyUrlId: study?.studyUrlId ?? '' }, { enabled: study?.hasUrl ?? false })

interface FrameProps<C extends InviteCall> extends ProductProps {
  readonly call: C
  /** Call that lists whose authorization `call` would replace. */
  readonly changes: ChangesCall
  readonly inWords: InWords
  readonly choosing: StudyChoosing
  readonly roles: ReturnType<typeof useRemoteRoles>
  /** Selections within the study. Must stay the same array unless a selection is added. */
  readonly within: readonly Selection[]
  /** Returns the invitation without recipients, or the first missing choice. */
  readonly prepare: () => Prepared<C>
  /** The choices, shown once the product has responded. */
  readonly children: ReactNode
}

interface Sent<C extends InviteCall> {
  readonly values: InputOf<C>
  readonly result: InvitationResult
}

/**
 * Shows the studies of a product on the left and the choices for the selected study on the right. A button leads to
 * the recipients.
 */
export function InvitationFrame<C extends InviteCall>(props: FrameProps<C>) {
  const { call, changes, inWords, choosing, within, prepare, softName, tenantId } = props
  const { study } = choosing
  const t = useStudyText()
  const shared = useContractText()
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  const [sent, setSent] = useState<Sent<C>>()
  const dialog = useEntityDialog<InputOf<C>>()
  const count = useChosen(within, () => countIn(within))
  useDiscardGuard(true, () => count > 0 && !sent, 'dialog.leaveQuestion')

  const openDialog = () => {
    const prepared = prepare()
    if ('values' in prepared) return dialog.add(invitingMembers(call, prepared.values))
    const message = t(`invitation.missing.${prepared.missing}`)
    const where = prepared.of && nameIn(language, prepared.of)
    Message.warning(where ? t('invitation.missingIn', { where, message }) : message)
    if (prepared.missing === 'study') setOpen(true)
  }
  return (
    <>
      <TwoPanes
        label={t('invitation.study')}
        chosen={study?.name ?? ''}
        open={open}
        onOpen={setOpen}
        choice={
          <ChoiceTable
            title={t('invitation.study')}
            name="invitationStudy"
            codesBelow
            rows={choosing.rows}
            selection={choosing.selection}
            empty={t('invitation.noStudy', { software: softName })}
            emptyHint={shared('refusal.studyWithoutUrl')}
            error={choosing.error}
            onRefresh={choosing.refetch}
            search={choosing.search}
            note={choosing.hasMore && <p className="choice-note">{t('invitation.moreStudies')}</p>}
          />
        }
      >
        <Within {...props} />
      </TwoPanes>
      <div className="invitation-bar">
        <p>{study ? t('invitation.chosenIn', { name: study.name, count }) : t('invitation.chosenNowhere')}</p>
        <Button type="primary" onClick={openDialog}>
          {t('invitation.open')}
        </Button>
      </div>
      <RecipientsDialog
        call={call}
        changes={changes}
        inWords={inWords}
        softName={softName}
        tenantId={tenantId}
        studyUrlId={study?.studyUrlId ?? ''}
        state={dialog}
        onSent={(values, result) => setSent({ values, result })}
      />
      {sent && (
        <ResultDialog
          call={call}
          tenantId={tenantId}
          values={sent.values}
          result={sent.result}
          onClose={() => {
            setSent(undefined)
            choosing.reset()
            setOpen(false)
          }}
        />
      )}
    </>
  )
}

/** Shows the choices within a study once a study is selected and the product has responded. */
function Within({ choosing: { study, refetch }, roles, softName, children }: FrameProps<InviteCall>) {
  const t = useStudyText()
  const shared = useContractText()
  if (!study) {
    return (
      <div className="card invitation-wait">
        <EmptyState
          title={t('invitation.missing.study')}
          hint={t('invitation.studyHint', { software: softName })}
        />
      </div>
    )
  }
  if (!study.hasUrl) {
    return (
      <div className="card invitation-wait">
        <ErrorState
          title={t('invitation.rolesFailed', { software: softName })}
          detail={shared('refusal.tenantWithoutUrl')}
          retryLabel={t('product.retry')}
          onRetry={refetch}
        />
      </div>
    )
  }
  if (roles.error && !roles.isFetching) {
    return (
      <div className="card invitation-wait">
        <ErrorState
          title={t('invitation.rolesFailed', { software: softName })}
          detail={roles.error.message}
          retryLabel={t('product.retry')}
          onRetry={roles.refetch}
        />
      </div>
    )
  }
  if (!roles.data) {
    return (
      <div className="card invitation-wait">
        <p role="status">{t('invitation.asking', { software: softName })}</p>
        <TableSkeleton />
      </div>
    )
  }
  return children
}
