import { CustomResource, type Double, type Int32, type Int64, Minimum, Resource } from '@operator-gen/runtime/api';

/** ThermostatSpec says how warm it should be. */
export class ThermostatSpec {
  /** Degrees above which it heats no more. */
  @Minimum(5)
  target!: Int32;

  /** May be below zero. */
  @Minimum(-40)
  frost!: Int64;

  @Minimum(0.5)
  step!: Double;
}

/** Thermostat holds a room at a temperature. */
@Resource({ group: 'minimum.parity.example.com', version: 'v1' }, { plural: 'thermostats' })
export class Thermostat extends CustomResource {
  spec!: ThermostatSpec;
}
