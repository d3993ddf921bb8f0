package main

import (
	"net/url"

	"go.etcd.io/etcd/server/v3/embed"
)

type etcdSettings struct {
	// Data is the folder with the data.
	Data string `json:"data"`
	// Client is the URL that clients use, such as `unix:///folder/etcd.sock` or `http://127.0.0.1:2379`; Peer is that of peers, of
	// which there are none.
	Client string `json:"client"`
	Peer   string `json:"peer"`
}

// etcdPart: https://etcd.io/docs/v3.6/op-guide/configuration/
func etcdPart(settings *etcdSettings) (part, error) {
	client, err := url.Parse(settings.Client)
	if err != nil {
		return part{}, err
	}
	peer, err := url.Parse(settings.Peer)
	if err != nil {
		return part{}, err
	}
	config := embed.NewConfig()
	config.Dir = settings.Data
	config.ListenClientUrls = []url.URL{*client}
	config.ListenPeerUrls = []url.URL{*peer}
	// Nobody asks where it is, and a socket is no address that it could tell.
	nowhere := url.URL{Scheme: "http", Host: "127.0.0.1:1"}
	config.AdvertiseClientUrls = []url.URL{nowhere}
	config.AdvertisePeerUrls = []url.URL{nowhere}
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	// A cluster for development may lose its last writes when the machine loses power.
	config.UnsafeNoFsync = true
	config.LogLevel = "error"
	config.WarningUnaryRequestDuration = embed.DefaultWarningUnaryRequestDuration
	return part{run: func(ready func()) error {
		etcd, err := embed.StartEtcd(config)
		if err != nil {
			return err
		}
		// It listens: whoever asks waits for the answer, and the API server has much to do before it asks.
		ready()
		return <-etcd.Err()
	}}, nil
}
