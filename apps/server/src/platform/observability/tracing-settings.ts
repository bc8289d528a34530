/** What OpenTelemetry calls the ways to choose what is traced. */
export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type SamplerName = (typeof samplerNames)[number]

/** How traces are made and where they go. */
export interface TracingSettings {
  /** The address that spans are posted to. */
  readonly endpoint: string
  readonly sampler: SamplerName
  /** The share that is traced, for the samplers that have one. */
  readonly samplerRatio: number
  /** Of the server. */
  readonly version: string
}

/** The variables of OpenTelemetry that switch traces on and off. */
interface TracingEnvironment {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined
  readonly OTEL_SDK_DISABLED?: string | undefined
  readonly OTEL_TRACES_EXPORTER: string
  readonly OTEL_TRACES_SAMPLER: SamplerName
  readonly OTEL_TRACES_SAMPLER_ARG: number
}

/** Reads the settings of traces. @returns undefined if they are off */
export function tracingSettings(env: TracingEnvironment, version: string): TracingSettings | undefined {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/$/, '')}/v1/traces`)
  if (!endpoint || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none')
    return undefined
  return { endpoint, sampler: env.OTEL_TRACES_SAMPLER, samplerRatio: env.OTEL_TRACES_SAMPLER_ARG, version }
}
