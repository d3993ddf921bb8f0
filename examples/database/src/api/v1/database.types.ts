import { CustomResource, PrintColumn, Resource, type Int32 } from '@operator-gen/runtime/api';
import { groupVersion } from './group-version.js';

/** DatabaseSpec defines the desired state of Database. */
export class DatabaseSpec {
  /** The name of the database on its server. */
  name?: string;

  /** The port that the server listens on. */
  port?: Int32;

  /** How much the database may hold, such as 50G. */
  'storage-size'?: string;

  /** The image of the server. */
  image?: string;

  /** How many servers share the work. */
  replicas?: Int32;
}

/** Database is a database that somebody asks for. */
@Resource(groupVersion, { plural: 'databases', shortNames: ['db'] })
@PrintColumn({ name: 'Port', type: 'integer', jsonPath: '.spec.port' })
@PrintColumn({ name: 'Storage', type: 'string', jsonPath: '.spec.storage-size' })
@PrintColumn({ name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas' })
export class Database extends CustomResource {
  spec?: DatabaseSpec;
}
