/** OpenTelemetry's names for the ways to select requests for tracing. */
export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type SamplerName = (typeof samplerNames)[number]

/** Settings for creating and sending traces. */
export interface TracingSettings {
  /** Address to which spans are posted. */
  readonly endpoint: string
  readonly sampler: SamplerName
  /** Share that is traced, for samplers that use one. */
  readonly samplerRatio: number
  /** Version of the server. */
  readonly version: string
}

/** OpenTelemetry's variables that configure tracing. */
interface TracingEnvironment {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined
  readonly OTEL_SDK_DISABLED?: string | undefined
  readonly OTEL_TRACES_EXPORTER: string
  readonly OTEL_TRACES_SAMPLER: SamplerName
  readonly OTEL_TRACES_SAMPLER_ARG: number
}

/**
 * Reads the settings for tracing.
 * @returns undefined if tracing is off
 */
export function tracingSettings(env: TracingEnvironment, version: string): TracingSettings | undefined {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/$/, '')}/v1/traces`)
  if (!endpoint || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none')
    return undefined
  return { endpoint, sampler: env.OTEL_TRACES_SAMPLER, samplerRatio: env.OTEL_TRACES_SAMPLER_ARG, version }
}
