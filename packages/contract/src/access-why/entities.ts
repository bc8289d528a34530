import * as z from 'zod/mini'

/** Rules that decide about access, each with what it may find. `met` and `all` give access, as does `notNeeded`. */
export const whyFindings = {
  /** The call needs no session. */
  everybody: ['met'],
  /** Only a linked system may make the call, which it signs. */
  signature: ['lacking'],
  account: ['met', 'locked'],
  /** Every signed-in user may make the call, about their own data. */
  ownData: ['met'],
  systemRole: ['met', 'none', 'closed', 'upcoming', 'ended'],
  /** The call requires a system role with every menu. */
  superAdministrator: ['met', 'lacking'],
  membership: ['met', 'none', 'removed', 'disabled', 'upcoming', 'ended'],
  tenantRole: ['met', 'none', 'closed', 'upcoming', 'ended'],
  /** `all`: the role has every menu. `closed`: the role has the menu, which is switched off. */
  menu: ['met', 'all', 'lacking', 'closed'],
  /** The account was opened for an inspection, which allows only some calls. */
  inspection: ['met', 'lacking', 'upcoming', 'ended'],
  /** `lacking`: the account was opened for an inspection of other studies. */
  study: ['met', 'lacking'],
  /** The study uses the product. */
  link: ['met', 'none'],
  /** `notNeeded`: the product does not authorize users study by study. */
  authorization: [
    'met',
    'notNeeded',
    'none',
    'removed',
    'upcoming',
    'ended',
    'training',
    'waiting',
    'refused',
  ],
  licence: ['met', 'invalid'],
  domain: ['met', 'none'],
  /** The reader is blinded in the study, so nothing about access to its RTSM is shown. */
  blinding: ['hidden'],
} as const

export type WhyRule = keyof typeof whyFindings
export type WhyFinding = (typeof whyFindings)[WhyRule][number]

export const whyVerdicts = ['allowed', 'rejected', 'hidden'] as const
export type WhyVerdict = (typeof whyVerdicts)[number]

const rules = Object.keys(whyFindings) as [WhyRule, ...WhyRule[]]
const findings = [...new Set(Object.values(whyFindings).flat())] as [WhyFinding, ...WhyFinding[]]

/** A rule that was checked. */
export const WhyStep = z.object({
  rule: z.enum(rules),
  finding: z.enum(findings),
  /** Whether the rule is met. Only the last step may not be, and then it rejects. */
  isMet: z.boolean(),
  /** What the rule is about: a role, a menu, a tenant, a study or a product; '' if it is nothing or not shown. */
  name: z.string(),
  /** More about it in words: roles in the product and sites, or why a licence is invalid. */
  detail: z.string(),
  /** First and last day in the time zone of the deployment's profile; '' for no limit. */
  accessFrom: z.string(),
  accessUntil: z.string(),
  /** When it was granted, or taken away, ISO 8601, UTC; '' if it is not known or not shown, like the next two. */
  since: z.string(),
  /** Who did so: full name and user name. */
  grantedBy: z.string(),
  reason: z.string(),
  /** What has the history of the step in the audit trail: kind and id; '' for none. */
  entity: z.string(),
  entityId: z.string(),
})
export type WhyStep = z.output<typeof WhyStep>

/** Why a person has access, or why not. */
export const Explanation = z.object({
  verdict: z.enum(whyVerdicts),
  /** Full name and user name. */
  personName: z.string(),
  /** Tenant in which the rules were checked; `globalTenantId` for the platform. */
  tenantId: z.string(),
  tenantName: z.string(),
  /** '' without a study. */
  studyName: z.string(),
  targetName: z.string(),
  steps: z.array(WhyStep),
})
export type Explanation = z.output<typeof Explanation>
