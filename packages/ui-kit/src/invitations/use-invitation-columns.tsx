import {
  type Invitation,
  type InvitationState,
  type invitationList,
  invitationStates,
} from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { useMemo } from 'react'
import { shownInstant } from '../base/instant.ts'
import { RowActions, StatusTag, type Tone } from '../list/cells.tsx'
import type { ColumnsOf } from '../list/column.ts'
import { PeriodCell } from '../list/period.tsx'
import { inShort } from '../list/ShortenedName.tsx'
import { useKitText } from '../texts/index.ts'
import { useInvitationActions } from './use-invitation-actions.ts'

const tones: Readonly<Record<InvitationState, Tone>> = {
  pending: 'info',
  waiting: 'warning',
  accepted: 'good',
  refused: 'bad',
  expired: 'plain',
  withdrawn: 'plain',
}

/**
 * Shows an invitation's state and its problems: why a pending invitation cannot be accepted, and what products
 * rejected.
 */
function State({ invitation: { state, refusal, refusals } }: { readonly invitation: Invitation }) {
  const t = useContractText()
  return (
    <>
      <StatusTag tone={refusal === '' ? tones[state] : 'bad'}>{t(`invitation.states.${state}`)}</StatusTag>
      {refusal !== '' && <span className="invitation-refusal">{refusal}</span>}
      {refusals.map(({ id, softName, reason }) => (
        <span key={id} className="invitation-refusal">
          {softName} · {reason || t('productRefusal.noReason')}
        </span>
      ))}
    </>
  )
}

/** Shows the products and studies that an invitation authorizes the user for. */
function Studies({ invitation: { studies, studyCount } }: { readonly invitation: Invitation }) {
  const t = useKitText()
  const shown = studies.map(({ softName, studyName }) => `${softName} · ${studyName}`).join('\n')
  const [first] = studies.map(({ softName, studyName }) => `${inShort(softName)} · ${studyName}`)
  return (
    <span title={shown}>
      {studyCount > 1 ? t('invitations.studies', { first, count: studyCount }) : first}
    </span>
  )
}

/** Returns the columns of the list of invitations. */
export function useInvitationColumns(tenantId: string): ColumnsOf<typeof invitationList> {
  const t = useKitText()
  const word = useContractText()
  const label = useLabels('invitation')
  const actionsOf = useInvitationActions(tenantId)
  return useMemo(() => {
    const choices = invitationStates.map((value) => ({ value, label: word(`invitation.states.${value}`) }))
    return [
      { key: 'email', title: label('email'), width: 190, always: true, pinned: true },
      {
        key: 'state',
        title: label('state'),
        width: 130,
        filter: { choices },
        render: (invitation) => <State invitation={invitation} />,
      },
      { key: 'roleName', title: label('roleName'), width: 100 },
      {
        key: 'studies',
        title: label('studies'),
        width: 170,
        render: (invitation) => invitation.studyCount > 0 && <Studies invitation={invitation} />,
      },
      {
        key: 'accessUntil',
        title: label('memberPeriod'),
        width: 130,
        render: ({ accessFrom, accessUntil, accessState }) => (
          <PeriodCell from={accessFrom} until={accessUntil} state={accessState} />
        ),
      },
      { key: 'inviterName', title: label('inviterName'), width: 90 },
      {
        key: 'createTime',
        title: label('createTime'),
        width: 150,
        sortable: true,
        render: ({ createTime }) => shownInstant(createTime),
      },
      {
        key: 'expireTime',
        title: label('expireTime'),
        width: 150,
        render: ({ expireTime }) => shownInstant(expireTime),
      },
      {
        key: 'actions',
        title: t('list.actions'),
        width: 136,
        actions: true,
        render: (invitation) => (
          <RowActions
            itemName={invitation.email}
            actions={actionsOf(invitation)}
            inSight={2}
            history={{ entity: 'invitation', entityId: invitation.id }}
          />
        ),
      },
    ]
  }, [t, word, label, actionsOf])
}
