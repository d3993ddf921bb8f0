export * from '@operator-gen/runtime/api';
