import { join, resolve } from 'node:path'
import { NewPassword } from '@atrium/contract'
import * as z from 'zod/mini'
import { trustedProxyCheck } from '../caller/client.ts'
import { StartupError } from '../database/index.ts'
import { logLevels } from '../observability/logger.ts'
import { samplerNames } from '../observability/tracing-settings.ts'
import { parseAllowList, parseHostList } from './outbound-lists.ts'

const root = join(import.meta.dirname, '../../../../..')

/** Default folders, which the environment can override. */
const folders = {
  data: join(root, '.data'),
  manuals: join(root, 'docs/manuals'),
  profile: join(root, 'profile.json'),
  web: join(root, 'dist/web'),
} as const

const whole = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(message).check(z.int(message), z.minimum(min, message), z.maximum(max, message))
}

const share = z.coerce
  .number('must be a number from 0 to 1')
  .check(z.minimum(0, 'must be a number from 0 to 1'), z.maximum(1, 'must be a number from 0 to 1'))

const url = (...protocols: string[]) => {
  const message = `must be a URL that starts with ${protocols.map((name) => `${name}://`).join(' or ')}`
  return z.optional(
    z
      .string()
      .check(z.refine((value) => protocols.includes(URL.parse(value)?.protocol.slice(0, -1) ?? ''), message)),
  )
}

/** Returns the schema of a list that a parser accepts. */
const list = (parse: (list: string) => unknown, message: string) =>
  z.string().check(
    z.refine((text) => {
      try {
        parse(text)
        return true
      } catch {
        return false
      }
    }, message),
  )

/** Variables that require a bucket. */
const s3Settings = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
type S3Settings = Partial<Record<(typeof s3Settings)[number] | 'S3_BUCKET', string | undefined>>

/** Variables that require an external database. */
const databaseSettings = ['DATABASE_OWNER_URL', 'DATABASE_READ_URL'] as const
type DatabaseSettings = Partial<
  Record<(typeof databaseSettings)[number] | 'DATABASE_URL', string | undefined>
>

const postgres = url('postgres', 'postgresql')

/** Every environment variable that the server reads, with its default. A blank variable counts as missing. */
const Environment = z
  .object({
    /** Port of the suite; 0 takes any free port. */
    PORT: z._default(whole(0, 65_535), 8080),
    HOST: z._default(z.string(), '127.0.0.1'),
    /** External PostgreSQL, version 15 or later; without it the embedded one is started. */
    DATABASE_URL: postgres,
    /** Owner of the schema, who runs migrations; by default DATABASE_URL's user. */
    DATABASE_OWNER_URL: postgres,
    /** A replica that serves lists and exports, with DATABASE_URL's user. */
    DATABASE_READ_URL: postgres,
    /** 0: the server does not migrate when it starts; `pnpm migrate` does. */
    MIGRATE: z._default(z.enum(['0', '1'], 'must be 0 or 1'), '1'),
    /** Folder of the embedded database and the deployment's key. */
    DATA_DIR: z._default(z.string(), folders.data),
    /** File to which the audit trail's checkpoints are appended; by default in DATA_DIR. */
    AUDIT_HEADS: z.optional(z.string()),
    /** The first administrator's password; by default a random one, printed once. */
    ADMIN_PASSWORD: z.optional(
      z
        .string()
        .check(
          z.refine(
            (value) => z.safeParse(NewPassword, value).success,
            'must have 8 to 16 letters and digits, with upper case, lower case and at least one digit',
          ),
        ),
    ),
    /** 1: demonstration data, 0: none. By default, they exist only if nobody else can reach the suite. */
    DEMO: z.optional(z.enum(['0', '1'], 'must be 0 or 1')),
    /** Path of the deployment's profile. */
    PROFILE: z._default(z.string(), folders.profile),
    /** Folder of the help manuals: `zh/` and `en/`, each with a Markdown file and its pictures. */
    MANUALS: z._default(z.string(), folders.manuals),
    /** Key that encrypts values that must be readable again, and signs; required with DATABASE_URL. */
    SECRET_KEY: z.optional(z.string()),
    /** URL of the mail server. */
    SMTP_URL: url('smtp', 'smtps'),
    /** URL of the SMS gateway. */
    SMS_GATEWAY_URL: url('http', 'https'),
    /** Folder of file contents, unless they are in a bucket; by default in DATA_DIR. */
    FILES_DIR: z.optional(z.string()),
    /** Folder of releases of remotes, except those of the suite's own build; by default in DATA_DIR. */
    RELEASES_DIR: z.optional(z.string()),
    /** Folder of backups; by default in DATA_DIR. */
    BACKUP_DIR: z.optional(z.string()),
    /** File with the keys of teams that may release remotes. */
    RELEASE_KEYS: z.optional(z.string()),
    /** Bucket of an S3-compatible store for the contents of files, instead of FILES_DIR. */
    S3_BUCKET: z.optional(z.string()),
    /** URL of the store; AWS by default. */
    S3_ENDPOINT: url('http', 'https'),
    S3_REGION: z.optional(z.string()),
    /** Without these two, the AWS SDK uses its own sources, such as the machine's role. */
    S3_ACCESS_KEY_ID: z.optional(z.string()),
    S3_SECRET_ACCESS_KEY: z.optional(z.string()),
    /** Overrides `limits.files.megabytes` of the profile. */
    FILE_LIMIT: z.optional(whole(1, 50_000)),
    /** Secret of the suite at the profile's identity provider; without it the suite is a public client. */
    SSO_CLIENT_SECRET: z.optional(z.string()),
    /** Port of the metrics; 0 disables them. */
    METRICS_PORT: z.optional(whole(0, 65_535)),
    /** Host of the metrics: only this machine by default, because the metrics need no session. */
    METRICS_HOST: z._default(z.string(), '127.0.0.1'),
    /** URLs to which traces are sent by OTLP over HTTP. Either of them enables tracing. */
    OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https'),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url('http', 'https'),
    /** `true` here, or `none` below, disables tracing even if a URL is set. */
    OTEL_SDK_DISABLED: z.optional(z.string()),
    OTEL_TRACES_EXPORTER: z._default(z.enum(['otlp', 'none'], 'must be otlp or none'), 'otlp'),
    /** Which requests are traced. The argument is the share for samplers that trace only a share. */
    OTEL_TRACES_SAMPLER: z._default(
      z.enum(samplerNames, `must be one of ${samplerNames.join(', ')}`),
      'parentbased_always_on',
    ),
    OTEL_TRACES_SAMPLER_ARG: z._default(share, 1),
    LOG_LEVEL: z._default(z.enum(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
    /** Addresses and networks, separated by commas, whose X-Forwarded-* headers are trusted. */
    TRUST_PROXY: z._default(
      list(
        trustedProxyCheck,
        'must be a comma-separated list of addresses, networks such as 10.0.0.0/8, loopback, linklocal or uniquelocal',
      ),
      'loopback',
    ),
    /** Overrides `limits.flood.requests` of the profile. */
    FLOOD_LIMIT: z.optional(whole(1, 1_000_000)),
    /** Private hosts, addresses and networks that the server may call, also over http. */
    OUTBOUND_ALLOW: z.optional(
      list(
        parseAllowList,
        'must be a comma-separated list of hosts, addresses, both with an optional port, or networks such as 10.0.0.0/8',
      ),
    ),
    /** If set, the only hosts that the server may call. */
    OUTBOUND_HOSTS: z.optional(
      list(parseHostList, 'must be a comma-separated list of hosts, or *.example.com for all subdomains'),
    ),
    /** URL of the demonstration's products; set by the start command that includes the sandbox. */
    DEMO_PRODUCTS_URL: url('http', 'https'),
    /** 1: e-mail goes to the sandbox's inbox; set by the same start command. */
    DEMO_MAIL: z.optional(z.literal('1')),
    /** 1: addresses of products and jobs may use http for any host. */
    ALLOW_HTTP: z.optional(z.enum(['0', '1'], 'must be 0 or 1')),
  })
  .check(
    ...databaseSettings.map((name) =>
      z.refine<DatabaseSettings>((env) => env[name] === undefined || env.DATABASE_URL !== undefined, {
        path: [name],
        error: 'requires DATABASE_URL',
      }),
    ),
    ...s3Settings.map((name) =>
      z.refine<S3Settings>((env) => env[name] === undefined || env.S3_BUCKET !== undefined, {
        path: [name],
        error: 'requires S3_BUCKET',
      }),
    ),
    z.refine((env) => env.FILES_DIR === undefined || env.S3_BUCKET === undefined, {
      path: ['FILES_DIR'],
      error: 'cannot be combined with S3_BUCKET: set only one of the two',
    }),
    z.refine((env) => (env.S3_ACCESS_KEY_ID === undefined) === (env.S3_SECRET_ACCESS_KEY === undefined), {
      path: ['S3_ACCESS_KEY_ID'],
      error: 'and S3_SECRET_ACCESS_KEY must be set together',
    }),
  )
type Environment = z.output<typeof Environment>

/** Configuration of this process. */
export type Config = Environment & {
  /** Folder of the built front ends. */
  readonly webFolder: string
  /** File to which the audit trail's checkpoints are appended. */
  readonly checkpointFile: string
  /** Folder of file contents, if there is no bucket. */
  readonly filesFolder: string
  /** Folder of releases other than those of the suite's own build. */
  readonly releasesFolder: string
  /** Folder of backups. */
  readonly backupsFolder: string
}

/** Returns one file per database, so that several databases that use one folder do not share a file. */
const checkpointFileOf = ({ AUDIT_HEADS, DATA_DIR, DATABASE_URL }: Environment): string => {
  if (AUDIT_HEADS !== undefined) return AUDIT_HEADS
  const name = DATABASE_URL === undefined ? '' : new URL(DATABASE_URL).pathname.slice(1).replaceAll('/', '_')
  return join(DATA_DIR, name === '' ? 'audit-heads' : `audit-heads-${name}`)
}

const withoutBlanks = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''))

/**
 * Reads the configuration.
 * @param env usually `process.env`
 * @throws StartupError that names every invalid variable, but never its value, which may be a secret
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const result = z.safeParse(Environment, withoutBlanks(env))
  if (result.success) {
    const { FILES_DIR, RELEASES_DIR, BACKUP_DIR, DATA_DIR } = result.data
    return {
      ...result.data,
      webFolder: folders.web,
      checkpointFile: checkpointFileOf(result.data),
      filesFolder: FILES_DIR ?? join(DATA_DIR, 'files'),
      backupsFolder: resolve(BACKUP_DIR ?? join(DATA_DIR, 'backups')),
      releasesFolder: resolve(RELEASES_DIR ?? join(DATA_DIR, 'releases')),
    }
  }
  const mistakes = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  throw new StartupError(`Please correct the environment: ${mistakes.join('; ')}.`)
}
