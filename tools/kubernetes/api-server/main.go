// The API server of Kubernetes with an etcd of its own, on 127.0.0.1, for tests of the deployment files. It has neither nodes
// nor controllers: it checks and keeps what is applied, and nothing runs.
package main

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/etcd/server/v3/embed"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"
	"k8s.io/client-go/util/keyutil"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

// Arguments: a folder for data, keys and `kubeconfig`, the port of the API server, and two ports of etcd.
func main() {
	if len(os.Args) != 5 {
		log.Fatal("usage: api-server <folder> <port> <port of etcd> <port of its peers>")
	}
	if err := run(os.Args[1], os.Args[2], local("http", os.Args[3]), local("http", os.Args[4])); err != nil {
		log.Fatal(err)
	}
}

func local(scheme, port string) url.URL {
	return url.URL{Scheme: scheme, Host: "127.0.0.1:" + port}
}

func run(folder, port string, clients, peers url.URL) error {
	etcd, err := startEtcd(filepath.Join(folder, "etcd"), clients, peers)
	if err != nil {
		return err
	}
	defer etcd.Close()

	key, tokens := filepath.Join(folder, "accounts.key"), filepath.Join(folder, "tokens.csv")
	if err := writeKey(key); err != nil {
		return err
	}
	token, err := writeToken(tokens)
	if err != nil {
		return err
	}
	// The API server signs its certificate itself, and writes it into the folder.
	server := local("https", port)
	if err := writeKubeconfig(folder, server.String(), token); err != nil {
		return err
	}
	command := app.NewAPIServerCommand()
	command.SetArgs([]string{
		"--etcd-servers=" + clients.String(),
		"--bind-address=127.0.0.1",
		"--advertise-address=127.0.0.1",
		"--endpoint-reconciler-type=none",
		"--secure-port=" + port,
		"--cert-dir=" + folder,
		"--token-auth-file=" + tokens,
		"--authorization-mode=RBAC",
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + key,
		"--service-account-signing-key-file=" + key,
		"--service-cluster-ip-range=10.96.0.0/16",
	})
	return command.Execute()
}

func startEtcd(folder string, clients, peers url.URL) (*embed.Etcd, error) {
	config := embed.NewConfig()
	config.Dir = folder
	config.LogLevel = "warn"
	config.ListenClientUrls, config.AdvertiseClientUrls = []url.URL{clients}, []url.URL{clients}
	config.ListenPeerUrls, config.AdvertisePeerUrls = []url.URL{peers}, []url.URL{peers}
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	config.UnsafeNoFsync = true
	etcd, err := embed.StartEtcd(config)
	if err != nil {
		return nil, err
	}
	select {
	case <-etcd.Server.ReadyNotify():
		return etcd, nil
	case <-time.After(time.Minute):
		etcd.Close()
		return nil, fmt.Errorf("etcd was not ready in time")
	}
}

// With which tokens of accounts are signed.
func writeKey(file string) error {
	key, err := keyutil.MakeEllipticPrivateKeyPEM()
	if err != nil {
		return err
	}
	return os.WriteFile(file, key, 0o600)
}

// Of a user who may do anything.
func writeToken(file string) (string, error) {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		return "", err
	}
	token := hex.EncodeToString(bytes)
	return token, os.WriteFile(file, []byte(token+",admin,admin,system:masters\n"), 0o600)
}

func writeKubeconfig(folder, server, token string) error {
	config := api.NewConfig()
	config.Clusters["tests"] = &api.Cluster{
		Server:               server,
		CertificateAuthority: filepath.Join(folder, "apiserver.crt"),
	}
	config.AuthInfos["admin"] = &api.AuthInfo{Token: token}
	config.Contexts["tests"] = &api.Context{Cluster: "tests", AuthInfo: "admin"}
	config.CurrentContext = "tests"
	return clientcmd.WriteToFile(*config, filepath.Join(folder, "kubeconfig"))
}
