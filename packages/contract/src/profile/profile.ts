import * as z from 'zod/mini'
import { Limits, Retention } from './limits.ts'
import {
  address,
  bilingual,
  colour,
  flag,
  optionalAddress,
  optionalAddressee,
  optionalBilingual,
  optionalLine,
  optionalPublicKey,
  origin,
  path,
  publicAddress,
  timeZone,
  whole,
} from './parts.ts'

/** Pictures and colour of the deployment. */
const Brand = z.strictObject({
  /** Colour of buttons, links and the sign-in panel. White text must be readable on it. */
  colour: colour('#165dff'),
  /** Mark and name for light backgrounds. */
  logo: address('/brand/logo.svg'),
  /** Mark and name for dark backgrounds. */
  logoDark: address('/brand/logo-dark.svg'),
  /** The mark without the name, for the folded menu and narrow screens. */
  mark: address('/brand/mark.svg'),
  /** Icon of the browser tab. */
  icon: address('/brand/favicon.svg'),
})

/** Support contacts. */
const Support = z.strictObject({
  /** Hotline that is shown to users; '' for none. */
  hotline: optionalLine,
  email: optionalAddressee,
})

/** The separate clinical trial management system. */
const Ctms = z.strictObject({
  /** Base URL of the CTMS calls; '' for none. */
  basePath: optionalAddress,
  /**
   * Public RSA key of the suite that the CTMS accepts: SubjectPublicKeyInfo in base64, as between the lines of a PEM
   * file.
   */
  publicKey: optionalPublicKey,
  /** Whether the sign-in page links to the sign-in page of the CTMS. */
  signInLinkEnabled: flag(false),
  signInLink: optionalAddress,
})

/** Single sign-on with OpenID Connect. */
const SingleSignOn = z
  .strictObject({
    /** URL of the issuer; '' switches single sign-on off. */
    issuer: optionalAddress,
    /** Client id of the suite at the issuer. */
    clientId: optionalLine,
  })
  .check(
    z.refine(({ issuer, clientId }) => (issuer === '') === (clientId === ''), {
      error: 'must be set if and only if sso.issuer is set',
      path: ['clientId'],
    }),
  )

/** Maximum lifetime of a session, regardless of activity. */
const SessionLifetime = z.strictObject({
  /** Hours for users whose open role has a menu, or had one during the session. */
  administratorHours: whole(12, 1, 8760),
  /** Days for all other users. */
  otherDays: whole(30, 1, 365),
})
export type SessionLifetime = z.output<typeof SessionLifetime>

/** Settings for modules, which teams release independently. */
const Modules = z.strictObject({
  /** Origins that may serve releases, besides the suite's own. */
  origins: z._default(z.array(origin), []),
  /** Whether users with the module menu may run a module from their own machine in their browser. */
  overrides: flag(false),
  /**
   * When a failing release raises an alarm and is rolled back automatically: within the given minutes, it failed for
   * this percentage of its users and for at least this number of them. A rollback counts independent users only.
   */
  rollback: z.prefault(
    z.strictObject({
      /**
       * Which modules are rolled back automatically: those released by teams only, also those of the suite, or none.
       */
      automatic: z._default(z.enum(['teams', 'all', 'none'], 'must be "teams", "all" or "none"'), 'teams'),
      percentage: whole(20, 1, 100),
      persons: whole(5, 1, 1000),
      minutes: whole(10, 1, 1440),
      /** Minutes between the alarm and the rollback. */
      alarmMinutes: whole(5, 1, 1440),
    }),
    {},
  ),
})

/**
 * Settings that an operator may change without a build: `profile.json`, read when the server starts. Omitted fields
 * take the defaults given here. Unknown names are errors, to catch typos. Everything except `limits` and `retention`
 * is public: browsers receive it.
 */
export const Profile = z.strictObject({
  /** URL of the file's JSON Schema, for editors. */
  $schema: z.optional(z.string()),
  systemName: bilingual('Atrium 用户中心', 'Atrium User Centre'),
  /** Public URL of the suite, for links in messages. By default the address at which the server listens. */
  publicUrl: publicAddress('http://localhost:8080'),
  brand: z.prefault(Brand, {}),
  copyright: optionalBilingual,
  /** ICP filing number, shown under the copyright in China; '' for none. */
  filing: optionalLine,
  /** Prefix of the API. */
  apiPrefix: path('/api'),
  support: z.prefault(Support, {}),
  ctms: z.prefault(Ctms, {}),
  /** Page after sign-in; '' is the landing page. */
  landingLink: optionalAddress,
  /** Whether values that the server must be able to read again are encrypted in the database. */
  encryptValues: flag(true),
  sso: z.prefault(SingleSignOn, {}),
  sessionLifetime: z.prefault(SessionLifetime, {}),
  /** Values of `org` for users whose password and personal data another identity source owns; at most two. */
  identitySources: z._default(
    z
      .array(z.string().check(z.trim(), z.minLength(1)))
      .check(z.maxLength(2, 'must name at most two sources')),
    [],
  ),
  /** Time zone of cron expressions, licence days and daily limits. */
  timeZone: timeZone('Asia/Shanghai'),
  /** Origins whose pages may embed remotes with embed.js and call the API (CORS); none by default. */
  embeddingOrigins: z._default(z.array(origin), []),
  /** Origins whose pages may frame all of Atrium (`frame-ancestors`); none by default. */
  frameAncestors: z._default(z.array(origin), []),
  modules: z.prefault(Modules, {}),
  limits: z.prefault(Limits, {}),
  retention: z.prefault(Retention, {}),
})

export type Profile = z.output<typeof Profile>

/** Profile for browsers. The limits that stop attackers are not public. */
export type PublicProfile = Omit<Profile, 'limits' | 'retention'>

export const publicPartOf = ({
  limits: _limits,
  retention: _retention,
  ...profile
}: Profile): PublicProfile => profile
