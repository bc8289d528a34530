import {
  type AuthorizationChange,
  blinding,
  type InvitationChanges,
  type ProductGrant,
  type StudyAuthorization,
} from '@atrium/contract'
import { useContractText, useLanguage } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { listNames, StatusTag, usePeriodText } from '@atrium/ui-kit/list'
import { Dialog } from '@atrium/ui-kit/overlay'
import type { ReactNode } from 'react'
import { useStudyText } from '../texts/index.ts'
import type { GrantInWords } from './grants.ts'

/** Puts a grant of a product into words. */
export type InWords = (grant: ProductGrant) => GrantInWords

/** What to do with people whose authorization would be replaced. */
export type Replacement = 'back' | 'leaveOut' | 'replace'

const nothing: GrantInWords = { roles: [] }

const wordsOf = (inWords: InWords, { grant }: StudyAuthorization): GrantInWords =>
  grant ? inWords(grant) : nothing

interface AspectProps {
  readonly title: string
  readonly before: string
  readonly after: string
  /** Shows a value; as text by default. */
  readonly show?: (value: string) => ReactNode
}

/** One aspect of an authorization: the present value, and the new one if it differs. */
function Aspect({ title, before, after, show = (value) => value }: AspectProps) {
  const t = useStudyText()
  const none = t('invitation.changes.none')
  return (
    <div>
      <dt>{title}</dt>
      {before === after ? (
        <dd>{show(before || none)}</dd>
      ) : (
        <>
          <dd>
            <small>{t('invitation.changes.before')}</small> {show(before || none)}
          </dd>
          <dd className="invitation-change-after">
            <small>{t('invitation.changes.after')}</small> {show(after || none)}
          </dd>
        </>
      )}
    </div>
  )
}

interface ChangeProps {
  readonly before: StudyAuthorization
  readonly after: StudyAuthorization
  readonly inWords: InWords
}

/** The aspects of a person's authorization, before and after. */
function Change({ before, after, inWords }: ChangeProps) {
  const t = useStudyText()
  const language = useLanguage()
  const [words, newWords] = [wordsOf(inWords, before), wordsOf(inWords, after)]
  const sitesIn = ({ wholeStudy, siteCount, siteNames }: StudyAuthorization, own: GrantInWords['sites']) => {
    if (own) return listNames(language, own)
    if (wholeStudy) return t('user.wholeStudy')
    const sites = listNames(language, siteNames)
    return siteCount > siteNames.length ? t('user.sitesAndMore', { sites, count: siteCount }) : sites
  }
  const unblinded = t('invitation.unblinded')
  const blindingIn = ({ isBlind }: GrantInWords) => {
    if (isBlind === undefined) return ''
    return isBlind === blinding.unblinded ? unblinded : t('invitation.blinded')
  }
  const blindings = [blindingIn(words), blindingIn(newWords)] as const
  const periodText = usePeriodText()
  const periodIn = ({ grant }: StudyAuthorization) =>
    grant ? periodText(grant.accessFrom ?? '', grant.accessUntil ?? '') : ''
  const isLimited = [before, after].some(({ grant }) => grant?.accessFrom || grant?.accessUntil)
  const periods = [periodIn(before), periodIn(after)] as const
  return (
    <dl>
      <Aspect
        title={t('invitation.sites')}
        before={sitesIn(before, words.sites)}
        after={sitesIn(after, newWords.sites)}
      />
      <Aspect
        title={t('invitation.role')}
        before={listNames(language, words.roles)}
        after={listNames(language, newWords.roles)}
      />
      {newWords.isBlind !== undefined && (
        <Aspect
          title={t('invitation.blinding')}
          before={blindings[0]}
          after={blindings[1]}
          show={(value) => (value === unblinded ? <StatusTag tone="bad">{value}</StatusTag> : value)}
        />
      )}
      {isLimited && periods[0] !== periods[1] && (
        <Aspect title={t('user.period')} before={periods[0]} after={periods[1]} />
      )}
    </dl>
  )
}

/** Returns the people whose blinding would change, which the server rejects. */
const otherBlinding = ({ changes, after }: InvitationChanges, inWords: InWords): AuthorizationChange[] => {
  const { isBlind } = wordsOf(inWords, after)
  return changes.filter(({ before }) => (wordsOf(inWords, before).isBlind ?? isBlind) !== isBlind)
}

interface Props extends InvitationChanges {
  readonly softName: string
  readonly inWords: InWords
  /** Whether the invitation has other recipients. */
  readonly hasOthers: boolean
  readonly onDecide: (replacement: Replacement) => void
}

/** Asks what to do with people whose authorization in the study would be replaced, and lists what would change. */
export function ReplaceDialog({ changes, after, softName, inWords, hasOthers, onDecide }: Props) {
  const t = useStudyText()
  const shared = useContractText()
  const language = useLanguage()
  const count = changes.length
  const wrong = otherBlinding({ changes, after }, inWords)
  const holds = wordsOf(inWords, after).isBlind === blinding.unblinded ? 'holdsBlinded' : 'holdsUnblinded'
  const goBack = () => onDecide('back')
  return (
    <Dialog
      open
      title={t('invitation.changes.title')}
      width={720}
      onClose={goBack}
      footer={
        <div className="invitation-changes-buttons">
          <Button onClick={goBack}>{t('invitation.changes.back')}</Button>
          {hasOthers && (
            <Button onClick={() => onDecide('leaveOut')}>
              {t('invitation.changes.leaveOut', { count })}
            </Button>
          )}
          {wrong.length === 0 && (
            <Button type="primary" status="danger" onClick={() => onDecide('replace')}>
              {t('invitation.changes.replace', { count })}
            </Button>
          )}
        </div>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll a long list */}
      <section className="invitation-changes" aria-label={t('invitation.changes.label')} tabIndex={0}>
        <p>{t('invitation.changes.hint', { count, software: softName })}</p>
        {wrong.length > 0 && (
          <p className="dialog-problem" role="alert">
            {shared(`studyInvitation.rule.${holds}`, {
              people: listNames(
                language,
                wrong.map(({ name }) => name),
              ),
            })}
          </p>
        )}
        <ul>
          {changes.map(({ tenantUserId, name, before }) => (
            <li key={tenantUserId}>
              <h3>{name}</h3>
              <Change before={before} after={after} inWords={inWords} />
            </li>
          ))}
        </ul>
      </section>
    </Dialog>
  )
}
