import {
  builtInDuty,
  type DutyOrigin,
  type DutyRule,
  dutyDelete,
  dutyList,
  dutySave,
  globalTenantId,
  type Language,
} from '@atrium/contract'
import { useLabels, useLanguage } from '@atrium/shared-api'
import {
  type ColumnsOf,
  editColumn,
  inShort,
  nameIn,
  StatusTag,
  type Tone,
  useIsPlatform,
} from '@atrium/ui-kit/list'
import { useDeletion } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { useDutyText } from './texts/index.ts'

const toneOf: Readonly<Record<DutyOrigin, Tone>> = { builtIn: 'info', platform: 'warning', tenant: 'plain' }

const lists = [dutyList]

/** Shows who set a rule. */
export function OriginTag({ origin }: { readonly origin: DutyOrigin }) {
  const t = useDutyText()
  return <StatusTag tone={toneOf[origin]}>{t(`origins.${origin}`)}</StatusTag>
}

/** A role with its product below it. */
export const RoleAndProduct = ({ role, product }: { readonly role: string; readonly product: string }) => (
  <>
    {role}
    <span className="duty-line">{inShort(product)}</span>
  </>
)

/** Returns the names of a rule's roles. */
export const roleNamesOf = (rule: DutyRule, language: Language) => [
  nameIn(language, rule.roleName) || rule.roleId,
  nameIn(language, rule.otherRoleName) || rule.otherRoleId,
]

/** Returns the columns of the rules. */
export function useDutyColumns(edit: (rule: DutyRule) => void): ColumnsOf<typeof dutyList> {
  const t = useDutyText()
  const language = useLanguage()
  const label = useLabels('duty')
  const isPlatform = useIsPlatform(dutySave)
  const remove = useDeletion(dutyDelete, lists, t('deleteQuestion'))
  return useMemo(() => {
    const rolesOf = (rule: DutyRule) =>
      rule.origin === 'builtIn' ? [t('builtIn.unblinded'), t('builtIn.blinded')] : roleNamesOf(rule, language)
    const nameOf = (rule: DutyRule) => rolesOf(rule).join(' – ')
    const mayEdit = ({ id, tenantId }: DutyRule) =>
      id !== builtInDuty && (isPlatform || tenantId !== globalTenantId)
    const side = (position: 0 | 1) => (rule: DutyRule) => {
      const product = position === 0 ? rule.softName : rule.otherSoftName
      return (
        <RoleAndProduct
          role={rolesOf(rule)[position] ?? ''}
          product={rule.origin === 'builtIn' ? t('builtIn.product') : product}
        />
      )
    }
    return [
      { key: 'roleId', title: label('roleId'), width: 160, always: true, render: side(0) },
      { key: 'otherRoleId', title: label('otherRoleId'), width: 160, always: true, render: side(1) },
      {
        key: 'reason',
        title: label('reason'),
        width: 260,
        render: ({ origin, reason }) => (
          <span className="duty-reason">{origin === 'builtIn' ? t('builtIn.reason') : reason}</span>
        ),
      },
      {
        key: 'origin',
        title: t('origin'),
        width: 110,
        render: ({ origin }) => <OriginTag origin={origin} />,
      },
      editColumn<DutyRule>({
        name: nameOf,
        // Tenants cannot read the platform's events, and there are none about the built-in rule.
        history: (rule) => (mayEdit(rule) ? { entity: 'role_conflict', entityId: rule.id } : 'none'),
        edit,
        remove: (rule) => remove({ id: rule.id }, nameOf(rule), rule.tenantId),
        mayEdit,
      }),
    ]
  }, [t, language, label, isPlatform, edit, remove])
}
