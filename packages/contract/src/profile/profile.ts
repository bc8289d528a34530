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
  /** The one colour of buttons, links and the sign-in panel; white text must be readable on it. */
  colour: colour('#165dff'),
  /** Mark and name for light surfaces. */
  logo: address('/brand/logo.svg'),
  /** Mark and name for dark surfaces. */
  logoDark: address('/brand/logo-dark.svg'),
  /** The mark without the name: for a folded menu and narrow screens. */
  mark: address('/brand/mark.svg'),
  /** The icon of the browser's tab. */
  icon: address('/brand/favicon.svg'),
})

/** Support contacts. */
const Support = z.strictObject({
  /** The provider's hotline for display; '' for none. */
  hotline: optionalLine,
  email: optionalAddressee,
})

/** The clinical trial management system beside the suite. */
const Ctms = z.strictObject({
  /** Base URL of its calls; '' for none. */
  basePath: optionalAddress,
  /** The RSA key that it knows the suite's calls by: SubjectPublicKeyInfo in base64, as between the lines of a PEM file. */
  publicKey: optionalPublicKey,
  /** Whether the sign-in page links to its own sign-in. */
  signInLinkEnabled: flag(false),
  signInLink: optionalAddress,
})

/** Single sign-on by OpenID Connect. */
const SingleSignOn = z
  .strictObject({
    /** The issuer's address; '' switches single sign-on off. */
    issuer: optionalAddress,
    /** The suite's client id at the issuer. */
    clientId: optionalLine,
  })
  .check(
    z.refine(({ issuer, clientId }) => (issuer === '') === (clientId === ''), {
      error: 'must be given where there is an issuer, and only there',
      path: ['clientId'],
    }),
  )

/** How long a session lives after its sign-in at most, however much it is used. */
const SessionLifetime = z.strictObject({
  /** Hours, for users with a menu in an open role, or who had one in the session. */
  administratorHours: whole(12, 1, 8760),
  /** Days, for everybody else. */
  otherDays: whole(30, 1, 365),
})
export type SessionLifetime = z.output<typeof SessionLifetime>

/** Permissions of modules, which teams release independently. */
const Modules = z.strictObject({
  /** Origins beside the suite's own from which releases may come. */
  origins: z._default(z.array(origin), []),
  /** Whether users with the menu of modules may run a module of their own machine in their browser. */
  overrides: flag(false),
  /**
   * When a failing release raises an alarm, and when it is rolled back automatically: it failed within some minutes for
   * this percentage of the people who got it, and for at least this number. A rollback counts independent people only.
   */
  rollback: z.prefault(
    z.strictObject({
      /**
       * Which modules are rolled back automatically: those that only teams release, also those of the suite, or none.
       */
      automatic: z._default(z.enum(['teams', 'all', 'none'], 'must be "teams", "all" or "none"'), 'teams'),
      percentage: whole(20, 1, 100),
      persons: whole(5, 1, 1000),
      minutes: whole(10, 1, 1440),
      /** How long the alarm is active before the rollback. */
      alarmMinutes: whole(5, 1, 1440),
    }),
    {},
  ),
})

/**
 * Settings that an operator may change without a build: `profile.json`, read when the server starts. Omitted fields
 * take the defaults given here. An unknown name is an error, so that a typo shows. All of it except `limits` and
 * `retention` is public: browsers get it.
 */
export const Profile = z.strictObject({
  /** Names the JSON Schema of the file, for editors. */
  $schema: z.optional(z.string()),
  systemName: bilingual('Atrium 用户中心', 'Atrium User Centre'),
  /** Public URL of the suite, for links in messages. By default the address at which the server listens. */
  publicUrl: publicAddress('http://localhost:8080'),
  brand: z.prefault(Brand, {}),
  copyright: optionalBilingual,
  /** The number of the ICP filing, shown under the copyright in China; '' for none. */
  filing: optionalLine,
  /** Prefix of the API. */
  apiPrefix: path('/api'),
  support: z.prefault(Support, {}),
  ctms: z.prefault(Ctms, {}),
  /** Page after a sign-in; '' is the landing page. */
  landingLink: optionalAddress,
  /** Whether values that must be readable again are stored encrypted. */
  encryptValues: flag(true),
  sso: z.prefault(SingleSignOn, {}),
  sessionLifetime: z.prefault(SessionLifetime, {}),
  /** The `org` of users whose password and important information another identity source keeps: two at most. */
  identitySources: z._default(
    z
      .array(z.string().check(z.trim(), z.minLength(1)))
      .check(z.maxLength(2, 'must name two sources at most')),
    [],
  ),
  /** Cron expressions, licence days and daily limits count in it. */
  timeZone: timeZone('Asia/Shanghai'),
  /** Origins whose pages may show remotes by embed.js and call the API (CORS); none by default. */
  embeddingOrigins: z._default(z.array(origin), []),
  /** Origins whose pages may frame all of Atrium (`frame-ancestors`); none by default. */
  frameAncestors: z._default(z.array(origin), []),
  modules: z.prefault(Modules, {}),
  limits: z.prefault(Limits, {}),
  retention: z.prefault(Retention, {}),
})

export type Profile = z.output<typeof Profile>

/** The profile for browsers: the limits that stop attackers are not public. */
export type PublicProfile = Omit<Profile, 'limits' | 'retention'>

export const publicPartOf = ({
  limits: _limits,
  retention: _retention,
  ...profile
}: Profile): PublicProfile => profile
